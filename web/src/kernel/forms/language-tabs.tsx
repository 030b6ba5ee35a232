import type { ReactNode } from 'react'
import { languageName } from '../../ui/language-name.ts'
import { PlainTabs } from '../../ui/plain-tabs.tsx'
import { t } from '../../ui/texts.ts'

type Props = {
  /** Each language as a BCP 47 tag, and where its text comes from, in a word or two. */
  tabs: readonly { language: string; state: string }[]
  active: string
  onSelect: (language: string) => void
  /** Fields of the active language. The others keep what was typed. */
  children: ReactNode
}

/** Tabs of a form whose texts stand in several languages. With one language there are none. */
export const LanguageTabs = ({ tabs, active, onSelect, children }: Props) => (
  <PlainTabs
    label={t('语言')}
    tabs={tabs.map(({ language, state }) => ({
      key: language,
      text: t('{language} · {state}', { language: languageName(language), state }),
    }))}
    active={active}
    onSelect={onSelect}
  >
    {children}
  </PlainTabs>
)
