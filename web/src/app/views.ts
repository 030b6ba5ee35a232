import type { ComponentType } from 'react'

type Load = () => Promise<ComponentType>

/** The system's own pages: a menu's component → its page (spec §2: components that start with sys or open). */
export const systemViews: Readonly<Record<string, Load>> = {
  'sys/bases': async () => (await import('../features/base-parameters/base-parameters-page.tsx')).BaseParametersPage,
}

const folder = '../views/'
const suffix = '.tsx'
/** A file dropped into `views` is a page: `views/sample/welcome.tsx` is the component `sample/welcome`. */
const businessViews: Readonly<Record<string, Load>> = Object.fromEntries(
  Object.entries(import.meta.glob<ComponentType>('../views/**/*.tsx', { import: 'View' })).map(([file, load]) => [
    file.slice(folder.length, -suffix.length),
    load,
  ]),
)

const isSystem = (component: string) => /^(sys|open)/.test(component)

/** How to load the page a menu names; undefined when there is no such page. */
export const findView = (component: string): Load | undefined => {
  const views = isSystem(component) ? systemViews : businessViews
  return Object.hasOwn(views, component) ? views[component] : undefined
}
