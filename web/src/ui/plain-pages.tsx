import { PlainButton } from './plain-button.tsx'
import { t } from './texts.ts'
import './plain-pages.css'

type PlainPagesProps = { page: number; size: number; total: number; onTurn: (page: number) => void }

/** Turns the pages of a list that does not load the kit; nothing if there is only one. */
export const PlainPages = ({ page, size, total, onTurn }: PlainPagesProps) =>
  total > size && (
    <nav className="plain-pages" aria-label={t('分页')}>
      <PlainButton disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t('上一页')}
      </PlainButton>
      <span>{t('第 {page} 页，共 {total} 页', { page, total: Math.ceil(total / size) })}</span>
      <PlainButton disabled={page * size >= total} onClick={() => onTurn(page + 1)}>
        {t('下一页')}
      </PlainButton>
    </nav>
  )
