-- Links and pictures of a document that becomes HTML; called by the script `html`.
local document, output = os.getenv("PITH_DOCUMENT"), os.getenv("PITH_OUTPUT")
local folder = pandoc.path.directory(document)

local function exists(path)
  local file = io.open(path)
  return file ~= nil and file:close()
end

-- The target in the project, without "..", or nil if it is elsewhere.
local function in_project(target)
  local parts = {}
  for _, part in ipairs(pandoc.path.split(pandoc.path.join({folder, target}))) do
    if part == ".." then
      if #parts == 0 then return nil end
      table.remove(parts)
    elseif part ~= "." then
      table.insert(parts, part)
    end
  end
  return table.concat(parts, "/")
end

-- The first heading is the title in the browser's tab.
function Pandoc(doc)
  for _, block in ipairs(doc.blocks) do
    if block.t == "Header" then
      doc.meta.pagetitle = pandoc.utils.stringify(block) .. " · Pith"
      return doc
    end
  end
end

function Link(link)
  if link.target:match("^%a[%w+.-]*:") or link.target:match("^#") then return nil end
  local path, anchor = link.target:match("^([^#]*)(.*)$")
  local target = in_project(path)
  if target and path:match("%.md$") and exists(target) then
    link.target = path:gsub("%.md$", ".html") .. anchor
    return link
  end
  return link.content
end

function Image(image)
  local target = not image.src:match("^%a[%w+.-]*:") and in_project(image.src)
  if not target then return nil end
  local from = assert(io.open(target, "rb"))
  os.execute("mkdir -p '" .. output .. "/" .. pandoc.path.directory(target) .. "'")
  local to = assert(io.open(output .. "/" .. target, "wb"))
  to:write(from:read("a"))
  to:close()
  from:close()
end
