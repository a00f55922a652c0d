import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './draft-notice.module.css'
import { draftTexts } from './draft.texts.ts'
import { useFocusWhenGone } from './focus-when-gone.ts'

type DraftNoticeProps = { isShown: boolean; onDiscard: () => void; children?: ReactNode }

/** Says in a form that a draft is back, and lets it be discarded; the focus then goes to the first field that can be typed into. */
export function DraftNotice({ isShown, onDiscard, children }: DraftNoticeProps) {
  const place = useRef<HTMLDivElement>(null)
  const goOn = useFocusWhenGone(() =>
    place.current?.closest('form')?.querySelector<HTMLElement>(':is(input, textarea):not([readonly])'),
  )
  return (
    <div ref={place} role="status" className={styles.place}>
      {isShown && (
        <div className={styles.notice}>
          <p>
            {draftTexts.restored} {children}
          </p>
          <Button
            variant="quiet"
            size="small"
            onClick={event => {
              goOn(event.currentTarget)
              onDiscard()
            }}
          >
            {draftTexts.discard}
          </Button>
        </div>
      )}
    </div>
  )
}
