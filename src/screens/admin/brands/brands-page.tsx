import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatNumber } from '#kernel/formats'
import { type Brand, brandsContract } from '#contracts/catalogue'
import { ImageField } from '#parts/media'
import { brandPath } from '#rules/catalogue'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { ListFilters } from '#ui/controls/list-filters.tsx'
import { Picture } from '#ui/data/picture.tsx'
import type { Column } from '#ui/data/table.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import editStyles from '../edits/edits.module.css'
import styles from './brands-page.module.css'
import { brandsTexts as texts } from './brands.texts.ts'

const brandsKey = ['brands']

/** The brands of the shop, each with its logo. */
export default function BrandsPage() {
  const [search] = useSearchParams()
  const q = search.get('q') ?? ''
  const list = usePagedList([...brandsKey, q], brandsContract.listBrands, { limit: 50, ...(q && { q }) })
  const [changing, setChanging] = useState<Brand>()
  const columns = useColumns(setChanging)
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ListFilters searchLabel={texts.search} />
      <PagedTable
        list={list}
        waiting={<Placeholders count={4} className={editStyles.placeholders} each={editStyles.placeholder} />}
        failed={texts.listFailed}
        empty={<p>{q ? texts.none : texts.noBrands}</p>}
        caption={texts.list}
        columns={columns}
        keyOf={brand => brand._id}
      />
      <ChangeLogo brand={changing} onClose={() => setChanging(undefined)} />
    </>
  )
}

function useColumns(onChange: (brand: Brand) => void): Column<Brand>[] {
  const { locale } = useShop()
  return useMemo(
    () => [
      { head: texts.name, names: true, cell: ({ name }) => <Link to={brandPath(name)}>{name}</Link> },
      {
        head: texts.logo,
        cell: ({ logo, name }) =>
          logo ? (
            <Picture picture={logo} alt={texts.logoOf(name)} sizes="80px" className={styles.logo ?? ''} />
          ) : (
            texts.noLogo
          ),
      },
      { head: texts.tools, numeric: true, cell: ({ count }) => formatNumber(count, locale) },
      {
        head: '',
        headName: texts.actions,
        cell: brand => (
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-label={texts.changeOf(brand.name)}
            onClick={() => onChange(brand)}
          >
            {texts.change}
          </Button>
        ),
      },
    ],
    [locale, onChange],
  )
}

type ChangeLogoProps = { brand: Brand | undefined; onClose: () => void }

function ChangeLogo({ brand, onClose }: ChangeLogoProps) {
  return (
    <Dialog open={brand !== undefined} onClose={onClose} title={brand && texts.changeOf(brand.name)}>
      {brand && <Changing key={brand._id} brand={brand} onClose={onClose} />}
    </Dialog>
  )
}

function Changing({ brand, onClose }: { brand: Brand; onClose: () => void }) {
  const [logo, setLogo] = useState(brand.logo?.src)
  const [isUploading, setUploading] = useState(false)
  const [logoProblem, setLogoProblem] = useState<string>()
  const { act, isPending, problem } = useAction()
  const queries = useQueryClient()
  const save = async () => {
    if (isUploading) return
    const body = { logo: logo ?? null }
    const change = () => call(brandsContract.changeBrand, { params: { id: brand._id }, body })
    const saved = await act(change, ({ errors }) => setLogoProblem(errors[0]?.message))
    if (!saved) return
    await queries.invalidateQueries({ queryKey: brandsKey })
    onClose()
    toastSuccess(texts.saved(brand.name))
  }
  return (
    <DialogForm
      action={texts.save}
      isPending={isPending || isUploading}
      problem={logoProblem ? undefined : problem}
      onSubmit={save}
      onClose={onClose}
    >
      <ImageField
        label={texts.logo}
        optional
        value={logo}
        onChange={url => {
          setLogo(url)
          setLogoProblem(undefined)
        }}
        onBusy={setUploading}
        error={logoProblem}
      />
    </DialogForm>
  )
}
