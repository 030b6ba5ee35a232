import { Button } from './button.tsx'
import './bare-pages.css'

/** A menu that is given without any of what it needs, and what that would be. */
type BarePage = {
  menu: { id: string; name: string }
  /** One of the elements it needs, with its module. */
  element: string
  /** How many others would do as well. */
  others: number
  /** Why this one cannot be given here. */
  note?: string
}
type BarePagesProps = {
  intro: string
  pages: readonly BarePage[]
  /** Gives what they need; undefined where nothing of it can be given. */
  onTick: (() => void) | undefined
}

/** Warns of menus that show nothing, and offers what they need. Nothing where there are none. */
export const BarePages = ({ intro, pages, onTick }: BarePagesProps) =>
  pages.length > 0 && (
    <section className="bare-pages" aria-label="缺少元素的菜单">
      <p>{intro}</p>
      <ul>
        {pages.map(({ menu, element, others, note }) => (
          <li key={menu.id}>
            {`${menu.name}：${element}`}
            {others > 0 && `，或其他 ${others} 个元素之一`}
            {note && `（${note}）`}
          </li>
        ))}
      </ul>
      {onTick && <Button onClick={onTick}>一并勾选所需的元素</Button>}
    </section>
  )
