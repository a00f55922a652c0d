import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useLocation, useNavigate, useParams } from 'react-router'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { useAction } from '#ui/calls/use-action.ts'
import { kitTexts } from '#ui/kit.texts.ts'
import { call } from '#ui/calls/call.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { DraftNotice } from '#ui/controls/draft-notice.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { useShop } from '#ui/shop.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import { DocumentsPanel } from './documents-panel.tsx'
import { productTexts } from './products.texts.ts'
import { type AdminTool, catalogueContract, toolFormOf } from '#contracts/catalogue'
import { ToolFields } from './tool-fields.tsx'
import styles from './tool-form.module.css'
import { useAttributes } from '../categories/attribute-queries.ts'
import { useCategories } from '../categories/category-queries.ts'
import { useChangeTool, useTaxClasses, useTool } from './tool-queries.ts'
import { type ToolFormState, tellFields, valuesOf } from './tool-values.ts'
import { useAttributeValues } from './use-attribute-values.ts'
import { useStoredDraft, useToolDraft } from './use-tool-draft.ts'

const listPath = '/dashboard/manageProducts'

/** A tool of the shop, to be changed. */
export default function ChangeToolPage() {
  const { id = '' } = useParams()
  const tool = useTool(id)
  const back = useBack()
  const title = tool.data ? productTexts.changeTitle(tool.data.name) : productTexts.changeAny
  return (
    <>
      <DocumentHead title={title} hiddenFromSearch />
      <Breadcrumb
        items={[{ label: productTexts.listTitle, to: back }, { label: tool.data?.name ?? productTexts.edit }]}
      />
      <PageTitle>{title}</PageTitle>
      {tool.isPending && <Placeholder />}
      {tool.isError && !tool.data && (
        <ReadFailed
          title={productTexts.readFailed}
          error={tool.error}
          isTrying={tool.isFetching}
          onTry={() => void tool.refetch()}
        />
      )}
      {tool.data && (
        <div key={id}>
          <WholeForm tool={tool.data} back={back} />
          <DocumentsPanel tool={tool.data} />
        </div>
      )}
    </>
  )
}

/** The list that led here, with its search. */
function useBack(): string {
  const { state } = useLocation() as { state: unknown }
  const search = typeof state === 'object' && state && 'search' in state ? String(state.search) : ''
  return `${listPath}${search}`
}

type ChangeFormProps = { tool: AdminTool; back: string }

/** The form, once all is read that its fields come of: a form that grows moves what somebody is about to press. */
function WholeForm({ tool, back }: ChangeFormProps) {
  // As it was opened: a category that somebody else chooses meanwhile takes no form away.
  const [{ category }] = useState(tool)
  const attributes = useAttributes(category?._id)
  const read = [useCategories(), useTaxClasses(), ...(category ? [attributes] : [])]
  return read.every(({ isFetched }) => isFetched) ? <ChangeForm tool={tool} back={back} /> : <Placeholder />
}

function ChangeForm({ tool, back }: ChangeFormProps) {
  const shop = useShop()
  const navigate = useNavigate()
  const draft = useToolDraft(tool)
  const [current, setCurrent] = useState(tool)
  const form: ToolFormState = useForm({
    resolver: zodResolver(toolFormOf(shop, current)),
    mode: 'onTouched',
    defaultValues: valuesOf(tool, shop),
  })
  // Read here, so that the form keeps track of it: what was not touched is not sent as a correction of the stock.
  const { dirtyFields, isSubmitting } = form.formState
  const [version, setVersion] = useState(draft.restored?.version ?? tool.version)
  const category = useWatch({ control: form.control, name: 'category' }) ?? ''
  const values = useAttributeValues({ category, tool: current, locale: shop.locale, draftKey: draft.attributesKey })
  useStoredDraft(draft, { form, tool: current, version, hasAttributes: values.hasTyped })
  const changing = useChangeTool(tool._id)
  const [isUploading, setUploading] = useState(false)
  const { act, failure, forget } = useAction()
  const [news, setNews] = useState('')

  const send = form.handleSubmit(async ({ availableQuantity, ...fields }) => {
    forget()
    setNews('')
    const attributes = values.check()
    if (isUploading || !attributes) return
    const { availableQuantity: availableQuantityBefore } = current
    const stock = dirtyFields.availableQuantity ? { availableQuantity, availableQuantityBefore } : {}
    // An empty text clears a field; a missing one of the list would keep it.
    const body = { ...fields, tags: fields.tags ?? [], ...stock, attributes, version }
    const change = async () => {
      const { modifiedCount } = await changing.mutateAsync(body)
      draft.drop()
      toastSuccess(modifiedCount > 0 ? productTexts.saved(fields.name) : productTexts.nothingChanged)
      await navigate(back)
    }
    await act(change, ({ errors }) => {
      tellFields(form, errors)
      values.onRefused(errors)
    })
  })
  const loadNewest = async () => {
    try {
      const newest = await call(catalogueContract.getAnyTool, { params: { id: tool._id } })
      setVersion(newest.version)
      setCurrent(newest)
      // A number that was typed beside an older one says nothing beside the newest, and might be booked already.
      form.resetField('availableQuantity')
      form.reset(valuesOf(newest, shop), { keepDirtyValues: true })
      forget()
      setNews(productTexts.newestLoaded)
    } catch (error) {
      toastFailure(error)
    }
  }
  const discard = () => {
    form.reset(valuesOf(current, shop))
    values.reset()
    setVersion(current.version)
    draft.forget()
    forget()
    setNews('')
  }
  return (
    <form className={styles.form} noValidate onSubmit={event => void send(event)}>
      <DraftNotice isShown={draft.restored !== undefined} onDiscard={discard}>
        {draft.restored?.lacksQuantity && productTexts.quantityNotBack}
      </DraftNotice>
      <ToolFields form={form} values={values} isNew={false} onBusy={setUploading} />
      <p role="status">{news}</p>
      <FormProblem>{failure?.message}</FormProblem>
      <div className={styles.submit}>
        {failure?.code === 'changed-meanwhile' ? (
          <Button variant="primary" onClick={() => void loadNewest()}>
            {productTexts.loadNewest}
          </Button>
        ) : (
          <Button type="submit" variant="primary" pending={isSubmitting || isUploading}>
            {productTexts.save}
          </Button>
        )}
        <LinkButton to={back} onClick={draft.drop}>
          {productTexts.cancel}
        </LinkButton>
        {isUploading && <span className={styles.waiting}>{productTexts.waitForPicture}</span>}
      </div>
    </form>
  )
}

function Placeholder() {
  return (
    <div role="status" className={styles.placeholder}>
      <span className="visually-hidden">{kitTexts.loading}</span>
      {[1, 2].map(place => (
        <Skeleton key={place} className={styles.block ?? ''} />
      ))}
    </div>
  )
}
