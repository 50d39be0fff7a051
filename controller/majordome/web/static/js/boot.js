// If a part of a page does not come, or the browser is too old for it, the page says so instead of staying blank.
// In old words on purpose: every browser reads this, and nothing is loaded for it.

(function () {
  var PATIENCE = 12000; // ms: a phone at the far end of the garden

  function missing() {
    var note = document.getElementById("missing");
    if (note && !document.documentElement.hasAttribute("data-ready")) note.hidden = false;
  }

  addEventListener(
    "error",
    function (event) {
      var part = event.target && event.target.tagName;
      if (part === "SCRIPT" || part === "LINK" || event.message) missing();
    },
    true,
  );
  addEventListener("unhandledrejection", missing);
  document.addEventListener("click", function (event) {
    if (event.target && event.target.id === "retry") location.reload();
  });
  setTimeout(missing, PATIENCE);
})();
