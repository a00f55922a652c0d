import { useId } from 'react'
import type { Basket } from '#contracts/ordering'
import { basketTexts } from '#texts/ordering'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './changes.module.css'

type ChangesProps = { changed: Basket['changed']; onAccept: (changes: string[]) => void }

/** What is not as it was when the buyer last looked: said until it is accepted. */
export function Changes({ changed, onAccept }: ChangesProps) {
  const titleId = useId()
  return (
    <div role="status">
      {changed.length > 0 && (
        <section className={styles.changes} aria-labelledby={titleId}>
          <h2 id={titleId}>
            <Icon name="triangle-alert" size={20} /> {basketTexts.changedTitle}
          </h2>
          <ul>
            {changed.map(({ id, message }) => (
              <li key={id}>{message}</li>
            ))}
          </ul>
          <Button size="small" data-in-the-way="" onClick={() => onAccept(changed.map(({ id }) => id))}>
            {basketTexts.accept}
          </Button>
        </section>
      )}
    </div>
  )
}
