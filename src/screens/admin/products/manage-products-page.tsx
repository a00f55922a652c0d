import { formatNumber } from '#kernel/formats'
import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { ListFilters, useFilters } from '#ui/controls/list-filters.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { Picture } from '#ui/data/picture.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { Price } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import type { Column } from '#ui/data/table.tsx'
import { productTexts } from './products.texts.ts'
import { type AdminTool, type Tool, catalogueContract } from '#contracts/catalogue'
import { catalogueTexts } from '#texts/catalogue'
import { DeleteTool } from './delete-tool.tsx'
import styles from './manage-products-page.module.css'
import { StockBadge } from './stock-badge.tsx'
import { StockDialog } from './stock-dialog.tsx'
import { useCategories } from '../categories/category-queries.ts'
import { toolsKey } from './tool-queries.ts'
import { EditBar, tickColumn, useTicked } from '../edits/ticked-tools.tsx'

/** How many tools are read at a time. */
const aPage = 25

/** All tools of the shop: found, changed, restocked, deleted. */
export default function ManageProductsPage() {
  const { q, category, stock } = useFilters()
  const list = usePagedList(toolsKey, catalogueContract.listAllTools, { q, category, stock, limit: aPage })
  const categories = useCategories()
  const [deleting, setDeleting] = useState<Tool>()
  const [stocking, setStocking] = useState<Tool>()
  // When a row goes, so does the button that had the focus: reading goes on at the list.
  const region = useRef<HTMLDivElement>(null)
  const columns = useColumns(setStocking, setDeleting)
  const ticked = useTicked()
  // Until the categories are known, the one that the address names stands for itself: the choice is not lost.
  const choices = categories.data ?? (category ? [{ path: category, fullName: category }] : [])
  const options = choices.map(({ path, fullName }) => ({ value: path, label: fullName }))
  return (
    <>
      <DocumentHead title={productTexts.listTitle} hiddenFromSearch />
      <PageTitle
        actions={
          <>
            <LinkButton to="/dashboard/manageProducts/pictures">{productTexts.picturesByZip}</LinkButton>
            <LinkButton to="/dashboard/addNewTool" variant="primary">
              {productTexts.addTitle}
            </LinkButton>
          </>
        }
      >
        {productTexts.listTitle}
      </PageTitle>
      <ListFilters
        searchLabel={productTexts.search}
        choices={[
          { name: 'category', label: catalogueTexts.category, options },
          { name: 'stock', label: productTexts.stockFilter, options: [{ value: 'low', label: productTexts.stockLow }] },
        ]}
      />
      <div ref={region} tabIndex={-1}>
        <PagedTable
          list={list}
          waiting={<Placeholders count={6} className={styles.placeholders} each={styles.placeholder} />}
          failed={productTexts.listFailed}
          empty={<Nothing isFiltered={Boolean(q || category || stock)} />}
          above={<EditBar list={list} filter={{ q, category, stock }} ticked={ticked} />}
          caption={productTexts.caption}
          columns={[tickColumn(ticked), ...columns]}
          keyOf={tool => tool._id}
        />
      </div>
      <StockDialog tool={stocking} onClose={() => setStocking(undefined)} />
      <DeleteTool
        tool={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => region.current?.focus({ preventScroll: true })}
      />
    </>
  )
}

function useColumns(onStock: (tool: Tool) => void, onDelete: (tool: Tool) => void): Column<AdminTool>[] {
  const { locale } = useShop()
  const [search] = useSearchParams()
  const back = search.size > 0 ? `?${search}` : ''
  return useMemo(
    () => [
      {
        head: productTexts.name,
        names: true,
        cell: tool => (
          <span className={styles.tool}>
            <Picture picture={tool.picture} src={tool.img} alt="" sizes="64px" className={styles.picture ?? ''} />
            <span className={styles.name}>
              {tool.name}
              {tool.brand && <span className={styles.brand}>{tool.brand}</span>}
            </span>
          </span>
        ),
      },
      {
        head: productTexts.partNumber,
        cell: tool => <span className={styles.number}>{tool.partNumber ?? productTexts.none}</span>,
      },
      { head: productTexts.columnPrice, numeric: true, cell: tool => <Price amount={tool.price} /> },
      {
        head: productTexts.columnAvailable,
        numeric: true,
        cell: tool => (
          <span className={styles.available}>
            {formatNumber(tool.availableQuantity, locale)}
            <StockBadge tool={tool} />
          </span>
        ),
      },
      {
        head: productTexts.columnMinimum,
        numeric: true,
        cell: tool => formatNumber(tool.minimumQuantity, locale),
      },
      {
        head: '',
        headName: productTexts.actions,
        cell: tool => <Actions tool={tool} back={back} onStock={onStock} onDelete={onDelete} />,
      },
    ],
    [locale, back, onStock, onDelete],
  )
}

type ActionsProps = { tool: Tool; back: string; onStock: (tool: Tool) => void; onDelete: (tool: Tool) => void }

function Actions({ tool, back, onStock, onDelete }: ActionsProps) {
  return (
    <span className={styles.actions}>
      <LinkButton
        size="small"
        variant="quiet"
        to={`/dashboard/manageProducts/${tool._id}`}
        state={{ search: back }}
        aria-label={productTexts.editNamed(tool.name)}
      >
        {productTexts.edit}
      </LinkButton>
      <Button
        size="small"
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={productTexts.stockNamed(tool.name)}
        onClick={() => onStock(tool)}
      >
        {productTexts.stock}
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={productTexts.deleteNamed(tool.name)}
        onClick={() => onDelete(tool)}
        className={styles.delete}
      >
        {productTexts.delete}
      </Button>
    </span>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <Empty
        title={productTexts.noTools}
        action={
          <LinkButton to="/dashboard/addNewTool" variant="primary">
            {productTexts.addTitle}
          </LinkButton>
        }
      >
        <p>{productTexts.noToolsText}</p>
      </Empty>
    )
  }
  return (
    <Empty
      title={productTexts.noMatch}
      // A plain load: the filter row's fields start anew with the address.
      action={
        <LinkButton to="/dashboard/manageProducts" reloadDocument>
          {productTexts.allProducts}
        </LinkButton>
      }
    >
      <p>{productTexts.noMatchText}</p>
    </Empty>
  )
}
