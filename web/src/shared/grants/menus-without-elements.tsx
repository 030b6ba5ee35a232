import { Button } from '../../ui/button.tsx'
import './menus-without-elements.css'

/** A granted menu without any of the elements it needs. */
type MenuWithoutElements = {
  menu: { id: string; name: string }
  /** One of the needed elements, with its module. */
  element: string
  /** Number of alternatives to this element. */
  others: number
  /** Why this element cannot be granted. */
  note?: string
}
type MenusWithoutElementsProps = {
  intro: string
  pages: readonly MenuWithoutElements[]
  /** Grants the needed elements; undefined if none can be granted. */
  onTick: (() => void) | undefined
}

/** Warns of granted menus that would show nothing, and offers to grant the elements they need. */
export const MenusWithoutElements = ({ intro, pages, onTick }: MenusWithoutElementsProps) =>
  pages.length > 0 && (
    <section className="bare-pages" aria-label="缺少权限点的菜单">
      <p>{intro}</p>
      <ul>
        {pages.map(({ menu, element, others, note }) => (
          <li key={menu.id}>
            {`${menu.name}：${element}`}
            {others > 0 && `，或其他 ${others} 个权限点之一`}
            {note && `（${note}）`}
          </li>
        ))}
      </ul>
      {onTick && <Button onClick={onTick}>一并勾选所需的权限点</Button>}
    </section>
  )
