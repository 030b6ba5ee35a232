import { eventName } from '@atrium/contract/event-words.ts'
import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { t } from '../../../ui/texts.ts'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { Card } from './card.tsx'
import { CardRow, CardRows } from './public/card-rows.tsx'
import { usePageLink } from './public/page-link.ts'

type Changes = NonNullable<Workbench['changes']>
type View = keyof Changes

const views = [
  { value: 'own', label: t('我做的') },
  { value: 'concerning', label: t('涉及我的') },
] as const
const empty = { own: t('暂无您做的变更'), concerning: t('暂无涉及您的变更') } as const

/** The newest changes by the user, and those that others made to the user. */
export const ChangesCard = ({ changes }: { changes: Changes }) => {
  const link = usePageLink()
  const [view, setView] = useState<View>('own')
  return (
    <Card
      title={cardTitles.changes}
      end={<Segments label={t('变更')} options={views} value={view} onChange={setView} />}
    >
      <CardRows empty={empty[view]}>
        {changes[view].map(({ id, event, entityName, who, time, summary, traceId }) => {
          const text = entityName === '' ? t(eventName(event)) : labelledText(t(eventName(event)), entityName)
          const to = link('sys/incidents', { traceId })
          return (
            <CardRow
              key={id}
              title={text}
              to={to}
              note={
                <>
                  {view === 'concerning' && `${who} · `}
                  {summary !== '' && `${summary} · `}
                  <RelativeTime at={time} />
                </>
              }
            />
          )
        })}
      </CardRows>
    </Card>
  )
}
