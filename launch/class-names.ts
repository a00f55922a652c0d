import type { Plugin } from 'vite'

/**
 * In the browser's script a class is its name, where it is used: read as a namespace, a stylesheet's table of names is
 * taken apart by the build, and falls away.
 */
export function plainClassNames(): Plugin[] {
  const common = { apply: 'build', applyToEnvironment: ({ name }: { name: string }) => name === 'client' } as const
  return [
    {
      name: 'plain-class-names',
      ...common,
      enforce: 'pre',
      transform: {
        filter: { id: /[\\/]src[\\/].*\.tsx/ },
        handler: code =>
          /\bstyles\[/.test(code)
            ? undefined
            : code.replace(/^import (\w+) from ('[^']*\.module\.css')/gm, 'import * as $1 from $2'),
      },
    },
    {
      // A sheet whose table has fallen away is still the look of who uses it.
      name: 'plain-class-names:sheets',
      ...common,
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: code => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ]
}
