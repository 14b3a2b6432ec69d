// Keys and suggestions for the search page. Without this file, everything else is the same.
"use strict";
(() => {
  const box = document.getElementById("q");
  const links = [...document.querySelectorAll(".hit h2 a")];
  for (const keys of document.querySelectorAll(".keys")) keys.hidden = false;

  const move = (step) => {
    if (links.length === 0) return;
    const at = links.indexOf(document.activeElement);
    if (at === 0 && step < 0) return box.focus();
    const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(at + step, links.length - 1);
    links[next].focus();
    links[next].scrollIntoView({ block: "nearest" });
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const typing = event.target === box;
    if (typing && event.key === "ArrowDown" && links.length > 0) {
      event.preventDefault();
      return move(1);
    }
    if (typing || event.target.closest("summary, button")) return;
    const onHit = links.includes(document.activeElement);
    if (event.key === "/") {
      event.preventDefault();
      box.focus();
      box.select();
    } else if (event.key === "j" || (onHit && event.key === "ArrowDown")) {
      event.preventDefault();
      move(1);
    } else if (event.key === "k" || (onHit && event.key === "ArrowUp")) {
      event.preventDefault();
      move(-1);
    }
  });
})();

// Suggestions, as the combobox pattern of WAI-ARIA: the focus stays in the box, the list says what is active.
(() => {
  const box = document.getElementById("q"), list = document.getElementById("suggestions");
  const status = document.getElementById("suggested");
  const site = box.form.elements.site?.value ?? "";
  let timer, asking, active = -1, options = [];

  const attributes = (element, values) => {
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
  };
  attributes(box, { role: "combobox", "aria-autocomplete": "list", "aria-controls": "suggestions", "aria-expanded": "false" });
  attributes(list, { role: "listbox", "aria-label": "Suggestions" });

  const activate = (next) => {
    options[active]?.setAttribute("aria-selected", "false");
    active = next;
    if (active < 0) return box.removeAttribute("aria-activedescendant");
    options[active].setAttribute("aria-selected", "true");
    options[active].scrollIntoView({ block: "nearest" });
    box.setAttribute("aria-activedescendant", options[active].id);
  };
  const close = () => {
    clearTimeout(timer);
    asking?.abort();
    activate(-1);
    options = [];
    list.replaceChildren();
    list.hidden = true;
    status.textContent = "";
    box.setAttribute("aria-expanded", "false");
  };
  const follow = (option) => {
    const { link } = option.dataset;
    close();
    // Only http and https, as in the list of hits.
    if (/^https?:/i.test(link)) location.href = link;
  };
  const option = ({ text, kind, title, link }, number) => {
    const item = document.createElement("li");
    attributes(item, { role: "option", id: "suggestion-" + number, "aria-selected": "false", "data-link": link });
    const words = document.createElement("bdi");
    words.textContent = text;
    item.append(words);
    if (kind === "heading") {
      const page = document.createElement("bdi");
      page.className = "of";
      page.textContent = title;
      item.append(" ", page);
    }
    return item;
  };
  const suggest = async () => {
    const { signal } = (asking = new AbortController());
    try {
      const answer = await fetch("./api/v1/suggest?" + new URLSearchParams({ q: box.value, site }), { signal });
      if (!answer.ok) return;
      const { suggestions } = await answer.json();
      if (signal.aborted || document.activeElement !== box || suggestions.length === 0) return;
      options = suggestions.map(option);
      list.replaceChildren(...options);
      list.hidden = false;
      status.textContent = suggestions.length + (suggestions.length === 1 ? " suggestion" : " suggestions");
      box.setAttribute("aria-expanded", "true");
    } catch {
      // Aborted, or no answer: people search as without suggestions.
    }
  };

  box.addEventListener("input", (event) => {
    close();
    if (event.isComposing || !box.value.trim()) return;
    timer = setTimeout(suggest, 120);
  });
  box.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === "Enter" || key === "Tab") {
      const chosen = options[active];
      if (key === "Tab" || !chosen) return close();
      event.preventDefault();
      follow(chosen);
    } else if (list.hidden) {
      if (key === "Escape") clearTimeout(timer);
    } else if (key === "Escape") {
      event.preventDefault();
      close();
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      // One place of the ring is the box itself.
      const ring = options.length + 1, step = key === "ArrowDown" ? 1 : -1;
      activate(((active + 1 + step + ring) % ring) - 1);
    }
  });
  box.addEventListener("blur", close);
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the focus in the box
  list.addEventListener("click", (event) => {
    const chosen = event.target.closest("[role=option]");
    if (chosen) follow(chosen);
  });
})();
