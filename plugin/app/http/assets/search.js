// Keys for the search page. Without this file, everything but the keys is the same.
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
    if (event.ctrlKey || event.metaKey || event.altKey) return;
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
