import { type ReactNode, useState } from 'react'
import type { CallFailed } from '#ui/calls/call-failed.ts'
import { ProofDialog } from '../../account/security/proof-dialog.tsx'

/**
 * What gives somebody rights may want the password once more: `askedFor` opens the question and does the work again when
 * it was answered. `question` stands where the work does.
 */
export function useProof(): { askedFor: (work: () => void) => (refusal: CallFailed) => void; question: ReactNode } {
  const [waiting, setWaiting] = useState<{ work: () => void }>()
  return {
    askedFor: work => refusal => {
      if (refusal.code === 'password-needed') setWaiting({ work })
    },
    question: (
      <ProofDialog
        open={waiting !== undefined}
        onClose={() => setWaiting(undefined)}
        onProven={() => waiting?.work()}
      />
    ),
  }
}
