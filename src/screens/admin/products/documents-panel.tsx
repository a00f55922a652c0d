import { type FormEvent, useRef, useState } from 'react'
import { formatBytes } from '#kernel/formats'
import type { AdminTool, ToolDocument } from '#contracts/catalogue'
import { type DocumentKind, documentKinds, documentsOfTool } from '#rules/catalogue'
import { documentLimits } from '#rules/media'
import { catalogueTexts } from '#texts/catalogue'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { FileField } from '#ui/controls/file-field.tsx'
import { useFocusWhenGone } from '#ui/controls/focus-when-gone.ts'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './documents-panel.module.css'
import { productTexts } from './products.texts.ts'
import formStyles from './tool-form.module.css'
import { useDocuments } from './tool-queries.ts'

/** The documents of a tool. Each comes and goes by itself: a large file is sent once, and not with every saving. */
export function DocumentsPanel({ tool }: { tool: AdminTool }) {
  const { documents, add, remove } = useDocuments(tool._id, tool.documents)
  const [news, setNews] = useState('')
  const place = useRef<HTMLElement>(null)
  const goOn = useFocusWhenGone(() => place.current?.querySelector<HTMLElement>('li button, select'))
  const removing = useAction()
  return (
    <section ref={place} className={styles.panel}>
      <h2>{productTexts.documents}</h2>
      <p className={formStyles.waiting}>{productTexts.documentsLead}</p>
      {documents.length === 0 && <p>{productTexts.noDocuments}</p>}
      <ul role="list" className={styles.list}>
        {documents.map(document => (
          <DocumentRow
            key={document._id}
            document={document}
            onRemove={async pressed => {
              goOn(pressed)
              const isRemoved = await removing.act(() => remove(document._id).then(() => true))
              if (isRemoved) setNews(productTexts.documentRemoved(catalogueTexts.documentName(document)))
            }}
          />
        ))}
      </ul>
      <FormProblem>{removing.problem}</FormProblem>
      <NewDocument
        onAdd={async given => {
          const added = await add(given)
          setNews(productTexts.documentAdded(catalogueTexts.documentName(added)))
        }}
      />
      <p role="status">{news}</p>
    </section>
  )
}

type DocumentRowProps = { document: ToolDocument; onRemove: (pressed: Element) => Promise<void> }

function DocumentRow({ document, onRemove }: DocumentRowProps) {
  const { locale } = useShop()
  const name = catalogueTexts.documentName(document)
  return (
    <li className={styles.row}>
      <a href={document.url} download>
        {name}
      </a>
      <span className={formStyles.waiting}>{formatBytes(document.bytes, locale)}</span>
      <Button
        size="small"
        variant="quiet"
        aria-label={productTexts.removeDocument(name)}
        onClick={event => void onRemove(event.currentTarget)}
      >
        {productTexts.remove}
      </Button>
    </li>
  )
}

type Given = Parameters<ReturnType<typeof useDocuments>['add']>[0]

/** What was chosen stays until it is in the shop. */
function NewDocument({ onAdd }: { onAdd: (given: Given) => Promise<void> }) {
  const [kind, setKind] = useState<DocumentKind>('data-sheet')
  const [name, setName] = useState('')
  const [file, setFile] = useState<File>()
  const [isMissing, setMissing] = useState(false)
  const [share, setShare] = useState<number>()
  const input = useRef<HTMLInputElement>(null)
  const { act, problem, isPending } = useAction()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setMissing(!file)
    if (!file) return input.current?.focus()
    const isAdded = await act(async () => {
      await onAdd({ file, kind, name, onProgress: setShare })
      return true
    })
    setShare(undefined)
    if (!isAdded) return
    setName('')
    setFile(undefined)
    if (input.current) input.current.value = ''
  }
  return (
    <form noValidate className={styles.new} onSubmit={event => void send(event)}>
      <SelectField
        label={productTexts.documentKind}
        value={kind}
        onChange={event => setKind(documentKinds.find(one => one === event.target.value) ?? kind)}
      >
        {documentKinds.map(one => (
          <option key={one} value={one}>
            {catalogueTexts.documentKinds[one]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={productTexts.documentName}
        hint={productTexts.documentNameHint}
        optional
        autoComplete="off"
        maxLength={documentsOfTool.name}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <FileField
        label={productTexts.document}
        hint={productTexts.documentHint(documentLimits.mostBytes / 1024 ** 2)}
        error={isMissing ? productTexts.documentMissing : undefined}
        ref={input}
        accept="application/pdf,.pdf"
        onChange={event => {
          setFile(event.target.files?.[0])
          setMissing(false)
        }}
      />
      <div className={styles.send}>
        <Button type="submit" pending={isPending}>
          {productTexts.addDocument}
        </Button>
        {share !== undefined && <span>{productTexts.documentUploading(Math.round(share * 100))}</span>}
      </div>
      <FormProblem>{problem}</FormProblem>
    </form>
  )
}
