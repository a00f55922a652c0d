import { useEffect, useRef, useState } from 'react'

/** What is wrong, by fields; the first of them gets the focus. */
export function useProblems() {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (problems.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])
  return {
    form,
    problems,
    setProblems: (errors: readonly { field: string; message: string }[]) =>
      setProblems(new Map(errors.map(({ field, message }) => [field, message]))),
  }
}
