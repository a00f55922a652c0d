/** A PDF of one empty page that says this, whole: header, objects, their table, and where it is. */
export function pdf(says = 'Nothing', { pad = 0 } = {}): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    `(${says}${' '.repeat(pad)})`,
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((content, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${content}\nendobj\n`
    return offset
  })
  const table = text.length
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`)
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** What a browser sends for a chosen document. */
export function documentForm(bytes: Uint8Array): FormData {
  const form = new FormData()
  form.set('document', new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' }), 'sheet.pdf')
  return form
}
