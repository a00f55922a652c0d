import { formatNumber } from '#kernel/formats'
import { useMemo, useState } from 'react'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { useShop } from '#ui/shop.tsx'
import type { Column } from '#ui/data/table.tsx'
import { productTexts } from './products.texts.ts'
import { type AdminTool, catalogueContract } from '#contracts/catalogue'
import styles from './manage-products-page.module.css'
import { StockBadge } from './stock-badge.tsx'
import { StockDialog } from './stock-dialog.tsx'
import { toolsKey } from './tool-queries.ts'

/** How many tools are read at a time. */
const aPage = 50

/** What should be bought again. */
export default function LowStockPage() {
  const list = usePagedList(toolsKey, catalogueContract.listAllTools, { stock: 'low' as const, limit: aPage })
  const [stocking, setStocking] = useState<AdminTool>()
  const columns = useColumns(setStocking)
  return (
    <>
      <DocumentHead title={productTexts.lowTitle} hiddenFromSearch />
      <PageTitle lead={productTexts.lowLead}>{productTexts.lowTitle}</PageTitle>
      <PagedTable
        list={list}
        waiting={<Placeholders count={4} className={styles.placeholders} each={styles.placeholder} />}
        failed={productTexts.listFailed}
        empty={
          <Empty
            title={productTexts.lowNone}
            action={<LinkButton to="/dashboard/manageProducts">{productTexts.allProducts}</LinkButton>}
          >
            <p>{productTexts.lowNoneText}</p>
          </Empty>
        }
        caption={productTexts.lowCaption}
        columns={columns}
        keyOf={tool => tool._id}
      />
      <StockDialog tool={stocking} onClose={() => setStocking(undefined)} />
    </>
  )
}

function useColumns(onStock: (tool: AdminTool) => void): Column<AdminTool>[] {
  const { locale } = useShop()
  return useMemo(
    () => [
      {
        head: productTexts.name,
        names: true,
        cell: tool => (
          <span className={styles.name}>
            {tool.name}
            {tool.brand && <span className={styles.brand}>{tool.brand}</span>}
          </span>
        ),
      },
      {
        head: productTexts.partNumber,
        cell: tool => <span className={styles.number}>{tool.partNumber ?? productTexts.none}</span>,
      },
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
      { head: productTexts.columnLevel, numeric: true, cell: tool => formatNumber(tool.lowStockLevel ?? 0, locale) },
      { head: productTexts.columnHeld, numeric: true, cell: tool => formatNumber(tool.held, locale) },
      {
        head: '',
        headName: productTexts.actions,
        cell: tool => (
          <span className={styles.actions}>
            <LinkButton
              size="small"
              variant="quiet"
              to={`/dashboard/manageProducts/${tool._id}`}
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
          </span>
        ),
      },
    ],
    [locale, onStock],
  )
}
