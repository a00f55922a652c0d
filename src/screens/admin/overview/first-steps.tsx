import { useQuery, useQueryClient } from '@tanstack/react-query'
import { may } from '#kernel/access'
import type { AnswerOf } from '#kernel/endpoint'
import { type FirstStep, firstStepsContract } from '#contracts/desk'
import { useAccount } from '#parts/accounts'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/navigation/link.tsx'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'

const stepsKey = ['first-steps']

/** Where each is done; what only whoever runs the server can do leads nowhere. */
const ways: Partial<Record<FirstStep, string>> = {
  name: '/dashboard/settings',
  address: '/dashboard/settings',
  currency: '/dashboard/settings',
  tax: '/dashboard/settings',
  delivery: '/dashboard/settings',
  categories: '/dashboard/categories',
  tools: '/dashboard/imports',
  legalPages: '/dashboard/content/pages',
  team: '/dashboard/staff',
}

/** Read for whoever may do them. */
export function useFirstSteps() {
  const isOwn = may(useAccount(), 'settings')
  return useQuery({
    queryKey: stepsKey,
    queryFn: () => call(firstStepsContract.listFirstSteps, {}),
    enabled: isOwn,
  })
}

/** What a new shop still needs. Gone once all of it is done. */
export function FirstSteps({ steps: data }: { steps: AnswerOf<(typeof firstStepsContract)['listFirstSteps']> }) {
  const queries = useQueryClient()
  const { act, isPending, problem } = useAction()
  if (data.every(({ isDone }) => isDone)) return null
  const sendMail = async () => {
    const sent = await act(() => call(firstStepsContract.sendTestMail, {}))
    if (sent) toastSuccess(texts.mailSent(sent.to))
    await queries.invalidateQueries({ queryKey: stepsKey })
  }
  const done = data.filter(({ isDone }) => isDone).length
  return (
    <Card as="section">
      <h2 className={styles.head}>{texts.firstSteps}</h2>
      <p className={styles.small}>{texts.firstStepsDone(done, data.length)}</p>
      <ul role="list" className={styles.steps}>
        {data.map(({ step, isDone }) => (
          <li key={step} className={isDone ? styles.done : undefined}>
            <Icon name={isDone ? 'circle-check' : 'circle-alert'} size={20} />
            <span>
              <StepName step={step} isDone={isDone} />
              <span className="visually-hidden">{isDone ? texts.stepDone : texts.stepOpen}</span>
            </span>
            {step === 'testMail' && (
              <Button size="small" pending={isPending} onClick={() => void sendMail()}>
                {texts.sendTestMail}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FormProblem>{problem}</FormProblem>
    </Card>
  )
}

function StepName({ step, isDone }: { step: FirstStep; isDone: boolean }) {
  const to = ways[step]
  return to && !isDone ? <Link to={to}>{texts.steps[step]}</Link> : texts.steps[step]
}
