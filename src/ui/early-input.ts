type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Early = { control: Control; value: string | boolean }

/** What a form control holds, if somebody has changed it since the server wrote the page. */
function earlyOf(control: Control): Early[] {
  if (control instanceof HTMLSelectElement) {
    const written = [...control.options].find(option => option.defaultSelected) ?? control.options[0]
    return written && !written.selected ? [{ control, value: control.value }] : []
  }
  if (control.type === 'checkbox' || control.type === 'radio') {
    const { checked, defaultChecked } = control as HTMLInputElement
    // Of a group, the one that was chosen speaks.
    return checked !== defaultChecked && (checked || control.type === 'checkbox') ? [{ control, value: checked }] : []
  }
  return control.value === control.defaultValue ? [] : [{ control, value: control.value }]
}

const earlyIn = (part: ParentNode): Early[] =>
  [...part.querySelectorAll<Control>('input:not([type=hidden]), select, textarea')].flatMap(earlyOf)

/** Whether something was chosen, ticked or typed since the server wrote this part of the page. */
export const hasEarlyInput = (part: ParentNode): boolean => earlyIn(part).length > 0

/**
 * What was chosen, ticked or typed before the script had arrived, told to React as if it happened now: a field that React
 * rules would fall back to what the server wrote, and nobody would know. Called once, when this part has come alive.
 */
export async function takeUpEarlyInput(part: ParentNode): Promise<void> {
  // Read at once: as soon as React draws again, they hold what it believes.
  const all = earlyIn(part)
  // Whoever stands somewhere already has come to it unseen.
  const { activeElement } = document
  if (activeElement !== document.body && part.contains(activeElement)) {
    activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  }
  for (const { control, value } of all) {
    tell(control, value)
    await drawn()
    if (control === document.activeElement) continue
    control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await drawn()
  }
}

/** One thing after the other: each finds the page as the last one left it. */
const drawn = () => new Promise(resolve => setTimeout(resolve))

function tell(control: Control, value: string | boolean): void {
  if (control.type === 'file') {
    // Its files cannot be set by script, only emptied; React hears of them by the event alone.
    control.dispatchEvent(new Event('change', { bubbles: true }))
    return
  }
  if (typeof value === 'boolean') {
    ;(control as HTMLInputElement).checked = !value
    control.click()
    return
  }
  if (control instanceof HTMLSelectElement) control.value = value
  else {
    // React compares with what it last saw set, which it learns by a setter of its own; the element's passes it by.
    control.value = control.defaultValue
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  }
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}
