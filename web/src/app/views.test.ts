import { expect, it } from 'vitest'
import { findView, systemViews } from './views.ts'

it('names every system view with the prefix sys or open', () => {
  for (const component of Object.keys(systemViews)) {
    expect(component).toMatch(/^(sys|open)/)
    expect(findView(component)).toBe(systemViews[component])
  }
})

it('finds a business view by its path in the folder', () => {
  expect(findView('sample/welcome')).toBeTypeOf('function')
})

it.each(['', 'sys/nothing', 'nothing', '../main', '__proto__', 'constructor'])('knows no view called %s', (component) =>
  expect(findView(component)).toBeUndefined(),
)
