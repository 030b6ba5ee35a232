import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainTabs } from '../plain-tabs.tsx'
import type { RowAction } from '../row-actions.tsx'
import { t } from '../texts.ts'
import { ObjectActs } from './object-acts.tsx'
import './object-page.css'

/** A figure of an object: what it is, its value, and a remark. */
export type Figure = { label: string; value: ReactNode; note?: ReactNode; tone?: 'warn' | 'danger' | undefined }

type ObjectPageProps<K extends string> = {
  /** What the object is: 用户. */
  noun: string
  /** Its picture or icon. */
  face: ReactNode
  name: string
  /** Its state, as tags beside the name. */
  state: ReactNode
  /** What tells it apart from others of its name, each by a key; empty ones are left out. */
  facts: Readonly<Record<string, ReactNode>>
  /** Its tags, below the facts. */
  tags?: ReactNode
  /** The first ones are shown, the others are under 更多. */
  acts: readonly RowAction[]
  figures: readonly Figure[]
  tabs: readonly { key: K; text: string }[]
  tab: K
  onTab: (key: K) => void
  /** Content of the tab. */
  children: ReactNode
}

/** The page of one object: who it is, how it stands, what can be done, and tabs with the rest. */
export const ObjectPage = <K extends string>(props: ObjectPageProps<K>) => {
  const { noun, face, name, state, facts, tags, acts, figures, tabs, tab, onTab, children } = props
  return (
    <section className="object-page" aria-label={labelledText(noun, name)}>
      <header className="object-head">
        <div className="object-who">
          <span className="object-face">{face}</span>
          <div className="object-title">
            <div className="object-name">
              <h2>{name}</h2>
              {state}
            </div>
            <ul className="object-facts" aria-label={t('概要')}>
              {Object.entries(facts).map(([key, fact]) => Boolean(fact) && <li key={key}>{fact}</li>)}
            </ul>
            {tags}
          </div>
          <ObjectActs acts={acts} />
        </div>
        <dl className="object-figures">
          {figures.map(({ label, value, note, tone }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd data-tone={tone}>
                {value}
                {note && <small>{note}</small>}
              </dd>
            </div>
          ))}
        </dl>
      </header>
      <PlainTabs label={noun} tabs={tabs} active={tab} onSelect={onTab}>
        {children}
      </PlainTabs>
    </section>
  )
}

/** The face of an object without a picture of its own. */
export const ObjectIcon = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span className="object-icon">
    <Icon aria-hidden size={26} />
  </span>
)

/** Parts of a tab beside each other. */
export const ObjectCards = ({ children }: { children: ReactNode }) => <div className="object-cards">{children}</div>

/** A part of a tab, with its title. */
export const ObjectCard = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className="object-card" aria-label={title}>
    {title && <h3>{title}</h3>}
    {children}
  </section>
)
