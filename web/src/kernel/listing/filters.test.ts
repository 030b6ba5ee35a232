import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DateInput, DateTimeRangeInput } from '../../ui/date-inputs.tsx'
import { type Filter, FilterInput } from './filters.tsx'

const nothing = () => undefined
const drawn = (filter: Filter, value?: string) =>
  renderToStaticMarkup(createElement(FilterInput, { filter, value, onChange: nothing }))

it('labels a text filter and shows the typed text', () =>
  expect(drawn({ kind: 'text', name: 'phone', label: '手机号' }, '138')).toMatch(/aria-label="手机号".*value="138"/))

it('shows the label of a selected option', () =>
  expect(drawn({ kind: 'select', name: 'kind', label: '类型', options: [{ value: 'a', label: '甲' }] }, 'a')).toContain(
    '甲',
  ))

it('labels a filter with remote options', () =>
  expect(drawn({ kind: 'remoteSelect', name: 'user', label: '用户', find: async () => [] })).toContain(
    'aria-label="用户"',
  ))

it('is wider for a range', () => {
  expect(drawn({ kind: 'dateTimeRange', name: 'time', label: '时间' })).toContain('search-bar-range')
  expect(drawn({ kind: 'date', name: 'day', label: '日期' })).not.toContain('search-bar-range')
})

it('shows dates and times in the specified format', () => {
  const day = createElement(DateInput, { value: '2026-02-03', placeholder: '日期' })
  expect(renderToStaticMarkup(day)).toContain('value="2026-02-03"')
  const range = createElement(DateTimeRangeInput, { label: '时间', value: '2026-01-01 00:00:00~2026-01-31 23:59:59' })
  expect(renderToStaticMarkup(range)).toMatch(/value="2026-01-01 00:00:00".*value="2026-01-31 23:59:59"/)
})
