import type { WebhookEvent } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { type ComponentProps, useId, useState } from 'react'
import { Field } from '../../../kernel/forms/fields.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import type { Control } from '../../../ui/control.ts'
import { SearchInput } from '../../../ui/search-input.tsx'
import { t } from '../../../ui/texts.ts'
import { TriStateCheckbox } from '../../../ui/tri-state-checkbox.tsx'
import './hooks.css'

type Group = { module: string; name: string; events: readonly WebhookEvent[] }
const toGroups = (events: readonly WebhookEvent[]): Group[] =>
  [...Map.groupBy(events, ({ module }) => module)].map(([module, found]) => ({
    module,
    events: found,
    name: found[0]?.moduleName ?? '',
  }))

type GroupProps = { group: Group; chosen: ReadonlySet<string>; onSet: (events: readonly string[], on: boolean) => void }
const EventGroup = ({ group: { name, events }, chosen, onSet }: GroupProps) => {
  const id = useId()
  const many = events.filter(({ event }) => chosen.has(event)).length
  const state = many === 0 ? false : many === events.length || 'mixed'
  const all = events.map(({ event }) => event)
  return (
    <fieldset className="hook-events-group">
      <legend className="visually-hidden">{name}</legend>
      <label className="hook-events-title" htmlFor={id}>
        <TriStateCheckbox id={id} state={state} onChange={() => onSet(all, state !== true)} />
        {name}
      </label>
      {events.map(({ event, name: eventText }) => (
        <label key={event} title={event}>
          <input
            type="checkbox"
            checked={chosen.has(event)}
            onChange={({ target }) => onSet([event], target.checked)}
          />
          {eventText}
        </label>
      ))}
    </fieldset>
  )
}

type Read = ComponentProps<typeof ReadState<readonly WebhookEvent[]>>['read']
const EventsControl = ({ read, value = [], onChange }: Control<string[]> & { read: Read }) => {
  const [search, setSearch] = useState('')
  const chosen = new Set(value)
  const word = search.trim().toLowerCase()
  const isFound = (each: WebhookEvent) =>
    [each.event, each.name, each.moduleName].some((text) => text.toLowerCase().includes(word))
  const set = (changed: readonly string[], on: boolean) =>
    onChange?.(on ? [...new Set([...value, ...changed])] : value.filter((each) => !changed.includes(each)))
  return (
    <div className="hook-events">
      <div className="hook-events-head">
        <SearchInput
          aria-label={t('搜索事件')}
          placeholder={t('搜索事件')}
          maxLength={64}
          value={search}
          onChange={(next) => setSearch(next)}
        />
        <span className="hook-events-count">{t('已选 {count} 个', { count: value.length })}</span>
      </div>
      <div className="hook-events-list">
        <ReadState read={read}>
          {(events) => {
            const groups = toGroups(events.filter(isFound))
            if (groups.length === 0)
              return <p className="hook-events-none">{word === '' ? t('暂无可订阅的事件') : t('没有符合条件的事件')}</p>
            return groups.map((group) => <EventGroup key={group.module} group={group} chosen={chosen} onSet={set} />)
          }}
        </ReadState>
      </div>
    </div>
  )
}

/** Form field `events`: events in groups, with a search. */
export const EventsField = ({ read }: { read: Read }) => (
  <Field<{ events: string[] }> name="events" help={t('仅列出您有查看权限的事件，内容不超过负责人的权限')}>
    <EventsControl read={read} />
  </Field>
)
