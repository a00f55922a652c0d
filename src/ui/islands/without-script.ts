// Runs in the browser, sent as it stands here: it may use nothing from outside.
function turnToNoScript(): void {
  const turn = () => {
    for (const words of document.querySelectorAll('noscript')) words.outerHTML = words.textContent
  }
  const listen = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement)) return
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', turn)
    else turn()
  }
  addEventListener('error', listen, { capture: true })
}

/** A page whose script cannot be fetched turns to what it is without script. It stands before that script. */
export const withoutScript = `(${turnToNoScript.toString()})()`
