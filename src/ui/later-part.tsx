import { type ComponentType, useEffect, useState } from 'react'

/** The parts of this page's modules that are loaded only where they are shown, by their names. */
const parts = new Map<string, () => Promise<void>>()

/**
 * A part that most pages do without. The server has them all (`loadAllParts`); a browser loads one before it hydrates a page
 * that shows it, told by `data-later={name}` on the part's element, and else when it is to be shown.
 */
export function laterPart<Props extends object>(
  name: string,
  importPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined
  const load = async () => {
    Part ??= await importPart()
  }
  parts.set(name, load)
  return function Later(props: Props) {
    const [isHere, setHere] = useState(Part !== undefined)
    useEffect(() => {
      // Out of reach: the rest of the screen stands.
      if (!isHere)
        load().then(
          () => setHere(true),
          () => undefined,
        )
    }, [isHere])
    return Part && isHere ? <Part {...props} /> : null
  }
}

/**
 * Loads what the server has rendered of them, so that hydration finds what it needs and takes nothing away. Until then the
 * page stands as without script.
 */
export async function loadShownParts(): Promise<void> {
  const shown = Array.from(document.querySelectorAll<HTMLElement>('[data-later]'))
  const loads = shown.flatMap(({ dataset }) => parts.get(dataset['later'] ?? '') ?? [])
  await Promise.allSettled(loads.map(load => load()))
}

/** For the server, which renders whatever a page shows. */
export async function loadAllParts(): Promise<void> {
  await Promise.all([...parts.values()].map(load => load()))
}
