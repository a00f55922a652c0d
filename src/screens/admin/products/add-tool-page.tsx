import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useAccount } from '#parts/accounts'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { useAction } from '#ui/calls/use-action.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { keepDraft, readDraft } from '#ui/controls/draft.ts'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { productTexts } from './products.texts.ts'
import { toolFormOf } from '#contracts/catalogue'
import { toolPath } from '#rules/catalogue'
import { toolFormProblems } from '#texts/catalogue'
import { ToolFields } from './tool-fields.tsx'
import styles from './tool-form.module.css'
import { useAddTool } from './tool-queries.ts'
import {
  type ToolFormState,
  type ToolValues,
  asDraft,
  draftOf,
  emptyTool,
  tellFields,
  toolFields,
} from './tool-values.ts'
import { useAttributeValues } from './use-attribute-values.ts'

type Added = { _id: string; name: string }

/** A new tool for the shop. What was typed outlives a reload and every failure. */
export default function AddToolPage() {
  const { email } = useAccount()
  const shop = useShop()
  const draftKey = `tool-draft:${email}`
  const form: ToolFormState = useForm({
    resolver: zodResolver(toolFormOf(shop)),
    mode: 'onTouched',
    defaultValues: draftOf(readDraft(draftKey, toolFields)),
  })
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(draftKey, asDraft(values as Partial<ToolValues>)),
      }),
    [subscribe, draftKey],
  )
  const category = useWatch({ control: form.control, name: 'category' }) ?? ''
  const values = useAttributeValues({ category, locale: shop.locale, draftKey: `tool-attributes:${email}` })
  const adding = useAddTool()
  const [isUploading, setUploading] = useState(false)
  const { act, problem, forget } = useAction()
  const [added, setAdded] = useState<Added>()

  // Once the emptied fields stand again: the next tool begins at the top.
  const { setFocus } = form
  useEffect(() => {
    if (!added) return
    window.scrollTo({ top: 0 })
    setFocus('name')
  }, [added, setFocus])

  const send = form.handleSubmit(async tool => {
    forget()
    const attributes = values.check()
    if (isUploading || !attributes) return
    if (tool.minimumQuantity > tool.availableQuantity) {
      return form.setError('minimumQuantity', { message: toolFormProblems.minimumTooHigh }, { shouldFocus: true })
    }
    const add = async () => {
      const { insertedId } = await adding.mutateAsync({ ...tool, attributes })
      setAdded({ _id: insertedId, name: tool.name })
      form.reset(emptyTool)
      keepDraft(draftKey, asDraft(emptyTool))
      values.reset()
      toastSuccess(productTexts.added)
    }
    await act(add, ({ errors }) => {
      tellFields(form, errors)
      values.onRefused(errors)
    })
  })
  return (
    <>
      <DocumentHead title={productTexts.addTitle} hiddenFromSearch />
      <PageTitle lead={productTexts.addLead}>{productTexts.addTitle}</PageTitle>
      <div role="status">{added && <AddedNotice tool={added} />}</div>
      <form className={styles.form} noValidate onSubmit={event => void send(event)}>
        <ToolFields form={form} values={values} isNew onBusy={setUploading} />
        <p className={styles.waiting}>{productTexts.documentsLater}</p>
        <div className={styles.submit}>
          <Button type="submit" variant="primary" pending={form.formState.isSubmitting || isUploading}>
            {productTexts.add}
          </Button>
          {isUploading && <span className={styles.waiting}>{productTexts.waitForPicture}</span>}
        </div>
        <FormProblem>{problem}</FormProblem>
      </form>
    </>
  )
}

function AddedNotice({ tool }: { tool: Added }) {
  return (
    <div className={styles.notice}>
      <p>{productTexts.addedNotice(tool.name)}</p>
      <LinkButton size="small" to={toolPath(tool)}>
        {productTexts.seeInShop}
      </LinkButton>
      <LinkButton size="small" variant="quiet" to={`/dashboard/manageProducts/${tool._id}`}>
        {productTexts.changeIt}
      </LinkButton>
    </div>
  )
}
