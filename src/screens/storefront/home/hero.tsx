import { type PickerData, VehiclePicker } from '#parts/finder'
import type { Content } from '#rules/content'
import { Island } from '#ui/islands/island.tsx'
import styles from './hero.module.css'
import { HeroDrawing } from './hero-drawing.tsx'

/** The first thing that a visitor sees: what this is, the way to the parts for a vehicle, and a car as the workshop knows it. */
export function Hero({ hero, picker }: { hero: Content['hero']; picker: PickerData }) {
  return (
    <section className={styles.hero} data-theme="dark">
      <div className={`column ${styles.row}`}>
        <div className={styles.words}>
          <p className={styles.eyebrow}>{hero.eyebrow}</p>
          <h1 className={styles.title}>{hero.title}</h1>
          <p className={styles.lead}>{hero.lead}</p>
          <div className={styles.action}>
            <Island
              name="vehicle-picker"
              of={VehiclePicker}
              props={{ data: picker, path: '/shop', action: hero.action.label, look: 'hero' }}
              wakesOn={['meant', 'vehicle']}
            />
          </div>
        </div>
        <HeroDrawing />
      </div>
    </section>
  )
}
