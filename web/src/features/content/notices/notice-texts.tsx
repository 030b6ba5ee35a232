import type { NoticeDetails } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { type ReactNode, useState } from 'react'
import { LanguageTabs } from '../../../kernel/forms/language-tabs.tsx'
import { RichTextView } from '../../../ui/rich-text-view.tsx'
import { t } from '../../../ui/texts.ts'

type Texts = Pick<NoticeDetails, 'title' | 'summary' | 'content' | 'language' | 'translations'>
type Said = Pick<Texts, 'title' | 'summary' | 'content'>

const Heading = ({ title, summary }: Said) => (
  <>
    <h3 className="notice-said">{title}</h3>
    {summary !== '' && <p className="notice-note">{summary}</p>}
  </>
)

/** What a notice says, in each of its languages; `children` shows title and summary where they are not shown above. */
export const NoticeTexts = ({
  notice: { title, summary, content, translations, language },
  children,
}: {
  notice: Texts
  children?: (said: Said) => ReactNode
}) => {
  const [chosen, choose] = useState(language)
  const said = translations[chosen] ?? { title, summary, content }
  return (
    <LanguageTabs
      tabs={[language, ...Object.keys(translations)].map((tag) => ({
        language: tag,
        state: tag === language ? t('原文') : t('译文'),
      }))}
      active={chosen}
      onSelect={choose}
    >
      <div lang={chosen}>
        {children ? children(said) : chosen !== language && <Heading {...said} />}
        <RichTextView key={chosen} html={said.content} />
      </div>
    </LanguageTabs>
  )
}
