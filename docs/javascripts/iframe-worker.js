/* The search runs in a worker. Browsers start none for a page opened from disk, so there its script runs in
   a hidden frame instead, behind the few methods of a worker that the search uses. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      frame.title = "search"
      document.body.append(frame)
      const inside = frame.contentWindow
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
      this.inside = new Promise((started, failed) => {
        const script = inside.document.createElement("script")
        script.src = address
        script.onload = () => started(inside)
        script.onerror = failed
        inside.document.body.append(script)
      })
    }

    postMessage(data) {
      this.inside.then(inside => inside.dispatchEvent(new MessageEvent("message", { data })))
    }
  }
}
