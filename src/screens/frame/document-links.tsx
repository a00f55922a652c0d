import barlowRegular from '#ui/fonts/barlow-400.woff2?url'
import barlowMedium from '#ui/fonts/barlow-500.woff2?url'
import barlowSemibold from '#ui/fonts/barlow-600.woff2?url'
import condensedSemibold from '#ui/fonts/barlow-condensed-600.woff2?url'
import condensedBold from '#ui/fonts/barlow-condensed-700.woff2?url'

/** All of them: each is on the first screen of every public page. */
const preloadedFonts = [barlowRegular, barlowMedium, barlowSemibold, condensedSemibold, condensedBold]

/** What stands in the head of every document. */
export function DocumentLinks() {
  return (
    <>
      {preloadedFonts.map(href => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
      ))}
      <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      <link rel="apple-touch-icon" href="/icons/touch-180.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#12171c" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b0f12" />
    </>
  )
}
