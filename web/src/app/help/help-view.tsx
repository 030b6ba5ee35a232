import { useEffect, useRef } from 'react'
import { usePageSearch } from '../../kernel/page/page-context.ts'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { t } from '../../ui/texts.ts'
import { HelpContents } from './help-contents.tsx'
import { helpByComponent } from './help-map.ts'
import { HelpNodes } from './help-nodes.tsx'
import { helpParams, languageParam, readLanguage } from './help-params.ts'
import { useHandbook } from './use-handbook.ts'
import './help.css'

const languages = [
  { value: 'zh', label: t('中文') },
  { value: 'en', label: 'English' },
] as const

/** Moves the focus to another page once it is shown, and so the view to its beginning. */
const useFocusOnChange = (shown: string) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const former = useRef(shown)
  useEffect(() => {
    if (former.current === shown) return
    former.current = shown
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('.page-frame')?.scrollTo({ top: 0 })
  }, [shown])
  return heading
}

/** The handbook for administrators: its pages, and one of them. */
export const HelpView = () => {
  const [search, go] = usePageSearch()
  const language = readLanguage(search)
  const handbook = useHandbook(language)
  const asked = search.get(helpParams.page) ?? helpByComponent[search.get(helpParams.component) ?? ''] ?? ''
  const name = handbook?.has(asked) ? asked : ''
  const heading = useFocusOnChange(`${language} ${name}`)
  const page = handbook?.get(name)
  if (!handbook || !page) return <Skeleton lines={12} />
  return (
    <div className="help">
      <HelpContents handbook={handbook} shown={name} language={language} />
      <article className="help-page" lang={language === 'en' ? 'en' : 'zh-CN'}>
        <header className="help-head">
          <h2 ref={heading} tabIndex={-1}>
            {page.title}
          </h2>
          <Segments
            label={t('语言')}
            options={languages}
            value={language}
            onChange={(chosen) => go({ [helpParams.page]: name, [helpParams.language]: languageParam(chosen) })}
          />
        </header>
        <HelpNodes nodes={page.nodes} />
      </article>
    </div>
  )
}
