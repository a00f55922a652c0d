/** `/` leads to the search box, unless somebody is writing, or a dialog is in the way. Once for each document. */
export function leadSlashToSearch(): void {
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const at = event.target
    const isWriting = at instanceof HTMLElement && (at.isContentEditable || at.matches('input, textarea, select'))
    const box = document.getElementById('search-box')
    if (isWriting || document.querySelector('dialog:modal') || !(box instanceof HTMLInputElement)) return
    event.preventDefault()
    box.focus()
    box.select()
  })
}
