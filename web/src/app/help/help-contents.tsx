import { useState } from 'react'
import { Link } from 'react-router'
import { Empty } from '../../ui/empty.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { t } from '../../ui/texts.ts'
import { useMedia } from '../../ui/use-media.ts'
import { handbookGroups } from './handbook-contents.ts'
import type { Language } from './handbook-page.ts'
import { toHelpAddress } from './help-params.ts'
import type { Handbook } from './use-handbook.ts'

const maxSearchLength = 64

type HelpContentsProps = { handbook: Handbook; shown: string; language: Language }

/** Groups with the pages that contain all words. */
const findGroups = (language: Language, handbook: Handbook, typed: string) => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return handbookGroups[language]
    .map(({ title, pages }) => ({
      title,
      pages: pages.filter(({ name }) => words.every((word) => handbook.get(name)?.text.includes(word))),
    }))
    .filter(({ pages }) => pages.length > 0)
}

const Pages = ({ handbook, shown, language }: HelpContentsProps) => {
  const [typed, setTyped] = useState('')
  const groups = findGroups(language, handbook, typed)
  return (
    <nav className="help-contents" aria-label={t('使用手册目录')}>
      <SearchInput
        aria-label={t('搜索使用手册')}
        placeholder={t('搜索使用手册')}
        maxLength={maxSearchLength}
        value={typed}
        onChange={setTyped}
      />
      {groups.map(({ title, pages }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page.name}>
                <Link to={toHelpAddress(page.name, language)} aria-current={page.name === shown ? 'page' : undefined}>
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <Empty title={t('未找到相关内容')} />}
    </nav>
  )
}

/** The pages of the handbook, with a search; folded on narrow screens. */
export const HelpContents = (props: HelpContentsProps) => {
  const wide = useMedia('(min-width: 1200px)')
  if (wide) return <Pages {...props} />
  return (
    // Closes when another page is shown.
    <details key={props.shown} className="help-fold">
      <summary>{t('目录')}</summary>
      <Pages {...props} />
    </details>
  )
}
