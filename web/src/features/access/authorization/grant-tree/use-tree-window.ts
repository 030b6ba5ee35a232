import { useEffectEvent, useLayoutEffect, useState } from 'react'
import type { TreeLayout } from './tree-lines.ts'

/** Pixels drawn beyond the window, and between two redraws while it scrolls. */
const spare = 400
const step = 200

type Span = { from: number; to: number }
const isSame = <T extends object>(one: T, other: T) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Which part of the tree is near the browser's window, in pixels from its top, and how its style sheet lays it out.
 * Whatever scrolls: the page, or the drawer around it.
 */
export const useTreeWindow = (tree: HTMLElement | null): Span & { layout: TreeLayout } => {
  const [span, setSpan] = useState<Span>({ from: 0, to: 1200 })
  const [layout, setLayout] = useState<TreeLayout>({ columns: 3, branchHeight: 32, elementHeight: 28 })

  const measure = useEffectEvent(() => {
    if (!tree) return
    const above = -tree.getBoundingClientRect().top
    const next = {
      from: Math.floor(above / step) * step - spare,
      to: Math.ceil((above + window.innerHeight) / step) * step + spare,
    }
    if (!isSame(span, next)) setSpan(next)
  })
  const readStyle = useEffectEvent(() => {
    if (!tree) return
    const style = getComputedStyle(tree)
    const readNumber = (name: string) => Number.parseFloat(style.getPropertyValue(name))
    const next = {
      columns: readNumber('--columns'),
      branchHeight: readNumber('--branch-height'),
      elementHeight: readNumber('--element-height'),
    }
    if (!isSame(layout, next)) setLayout(next)
    measure()
  })
  useLayoutEffect(() => {
    if (!tree) return
    readStyle()
    const watch = new ResizeObserver(() => readStyle())
    watch.observe(tree)
    // Scrolling does not bubble, but it can be captured.
    const capture = { capture: true, passive: true }
    const follow = () => measure()
    document.addEventListener('scroll', follow, capture)
    window.addEventListener('resize', follow)
    return () => {
      watch.disconnect()
      document.removeEventListener('scroll', follow, capture)
      window.removeEventListener('resize', follow)
    }
  }, [tree])
  return { ...span, layout }
}
