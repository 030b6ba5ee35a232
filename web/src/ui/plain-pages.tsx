import { PlainButton } from './plain-button.tsx'
import './plain-pages.css'

type PlainPagesProps = { page: number; size: number; total: number; onTurn: (page: number) => void }

/** Turns the pages of a list that does not load the kit; nothing if there is only one. */
export const PlainPages = ({ page, size, total, onTurn }: PlainPagesProps) =>
  total > size && (
    <nav className="plain-pages" aria-label="分页">
      <PlainButton disabled={page === 1} onClick={() => onTurn(page - 1)}>
        上一页
      </PlainButton>
      <span>{`第 ${page} 页，共 ${Math.ceil(total / size)} 页`}</span>
      <PlainButton disabled={page * size >= total} onClick={() => onTurn(page + 1)}>
        下一页
      </PlainButton>
    </nav>
  )
