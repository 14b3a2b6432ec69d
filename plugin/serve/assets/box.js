// Pith's search box for other sites: deploy/web/searchbox.html
(() => {
  const script = document.currentScript, { site = "", label = "Search" } = script.dataset;
  const make = (tag, parent, text = "") => {
    const element = document.createElement(tag);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  const form = document.createElement("form");
  form.className = "pith-box";
  form.setAttribute("role", "search");
  const box = make("input", make("label", form, label + " "));
  box.type = "search";
  box.autocomplete = "off";
  box.maxLength = 200;
  const status = make("p", form), list = make("ul", form);
  status.setAttribute("role", "status");
  script.after(form);

  let timer, asking;
  const stop = () => {
    clearTimeout(timer);
    asking?.abort();
  };
  const show = (words, items = []) => {
    status.textContent = words;
    list.textContent = "";
    for (const [text, href, more] of items) {
      if (!/^https?:/i.test(href)) continue;
      const item = make("li", list);
      make("a", item, text || href).href = href;
      if (more) make("p", item, more);
    }
  };
  const ask = async (path, read) => {
    stop();
    const { signal } = asking = new AbortController();
    const url = new URL("api/v1/" + path, script.src);
    url.search = new URLSearchParams({ q: box.value, site });
    try {
      const answer = await (await fetch(url, { signal })).json();
      const items = read(answer);
      show((answer.total ?? items.length) + " found", items);
    } catch {
      if (!signal.aborted) show("No answer");
    }
  };

  box.oninput = () => {
    stop();
    show("");
    if (box.value.trim())
      timer = setTimeout(ask, 150, "suggest", (answer) => answer.suggestions.map(
        (s) => [s.text, s.link, s.kind === "heading" && s.title]));
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    ask("search", (answer) => answer.hits.map(
      (h) => [h.title, h.link, h.snippet.map((p) => p.text).join("")]));
  };
})();
