import { joined } from '#kernel/sentence'
import { formatNumber } from '#kernel/formats'
import { useId, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import type { Column } from '#ui/data/table.tsx'
import { toastFailure } from '#ui/feedback/toast.ts'
import type { UnresolvedVehicle } from '#contracts/imports'
import { importsTexts as texts } from '#texts/imports'
import { useUnresolved } from './import-queries.ts'
import styles from './imports.module.css'
import { downloadMapping } from './send-files.ts'

const columns = (): readonly Column<UnresolvedVehicle>[] => [
  { head: texts.vehicle, names: true, cell: row => nameOf(row) },
  { head: texts.applications, numeric: true, cell: row => formatNumber(row.applications, 'en') },
  { head: texts.sources, cell: row => joined(row.sources, ', ') },
]

function nameOf({ system, externalId, year, make, model, engine }: UnresolvedVehicle): string {
  if (system !== null && externalId !== null) return texts.vehicleNumber(system, externalId)
  return joined([year, make, model, engine], ' ')
}

/** What all imports wait for, and the file that ends it. Not there while nothing waits. */
export function UnresolvedVehicles() {
  const titleId = useId()
  const list = useUnresolved()
  if (!list.error && list.rows.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <SectionTitle id={titleId}>{texts.unresolved}</SectionTitle>
        {list.rows.length > 0 && <MappingButton />}
      </div>
      <PagedTable
        list={list}
        failed={texts.unresolvedFailed}
        above={
          <p className={styles.fine}>
            {texts.unresolvedLead} {texts.unresolvedHow}
          </p>
        }
        caption={texts.unresolved}
        columns={columns()}
        keyOf={row => row.vehicle}
      />
    </section>
  )
}

function MappingButton() {
  const [isPending, setPending] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      await downloadMapping()
    } catch (error) {
      toastFailure(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button size="small" pending={isPending} onClick={() => void download()}>
      <Icon name="download" size={16} />
      {texts.mapping}
    </Button>
  )
}
