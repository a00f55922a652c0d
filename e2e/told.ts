import { type Browser, type Page, expect, type PlaywrightWorkerOptions } from '@playwright/test'
import { signInSentence } from '#rules/identity'

/** That a failed sign-in is told: its own sentence, announced, in red, with the focus where it was. */
export async function expectTold(page: Page, kind: string): Promise<void> {
  const sentence = signInSentence(kind, `there is no sentence for ${kind}`)
  const problem = page.getByRole('alert').getByText(sentence, { exact: true })
  await expect(problem).toBeVisible()
  const looks = await problem.evaluate(element => {
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(element)
        .color.match(/[\d.]+/g)
        ?.map(Number) ?? []
    return { isRed: red > green + 60 && red > blue + 60, hasFocus: document.activeElement !== document.body }
  })
  expect(looks).toEqual({ isRed: true, hasFocus: true })
}

type Launching = { browser: Browser; launchOptions: PlaywrightWorkerOptions['launchOptions'] }

/** A page of a browser that blocks windows, as browsers do for whoever uses them: the journeys' own is told not to. */
export async function pageThatBlocksWindows({ browser, launchOptions }: Launching): Promise<Page> {
  return openPage({ browser, launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--disable-popup-blocking'] } })
}

/** A page of a browser that keeps nothing for any site. */
export async function pageWithoutStorage({ browser, launchOptions }: Launching): Promise<Page> {
  const args = [...(launchOptions.args ?? []), '--disable-local-storage']
  return openPage({ browser, launchOptions: { ...launchOptions, args } })
}

async function openPage({ browser, launchOptions }: Launching): Promise<Page> {
  const other = await browser.browserType().launch(launchOptions)
  const page = await other.newPage({ viewport: { width: 1280, height: 900 } })
  page.once('close', () => void other.close())
  return page
}

/**
 * Has the page press its own button, which is no press of a person's: browsers open no window for that. Every question
 * that a journey asks a page counts as a press for some seconds, so the page says itself when it has pressed.
 */
export async function pressedByNobody(page: Page, address: string, name: string): Promise<void> {
  let tell: () => void = () => undefined
  const pressed = new Promise<void>(resolve => (tell = resolve))
  await page.exposeFunction('pressedByNobody', () => tell())
  await page.addInitScript(name => {
    const timer = setInterval(() => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
      if (!button || button.ariaDisabled === 'true' || navigator.userActivation.isActive) return
      clearInterval(timer)
      button.focus()
      button.click()
      setTimeout(() => void Reflect.get(window, 'pressedByNobody')(), 2000)
    }, 100)
  }, name)
  await page.goto(address)
  await pressed
}
