import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createCatalogue } from './catalogue.ts'
import { defineContract, permitted } from './endpoint.ts'
import type { Feature } from './feature.ts'

const stones = defineContract('stones', {
  list: {
    method: 'GET',
    path: '/api/stones/v1',
    summary: '',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    reply: z.array(z.string()),
  },
  update: {
    method: 'PUT',
    path: '/api/stones/:id/v1',
    summary: '',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'pebble.updated' },
    reply: z.null(),
  },
})
const menu = { code: 'stones', sort: 1, name: '石头', icon: 'gem', path: 'stones', component: 'stones' } as const
const feature = {
  sort: 1,
  contracts: { stones },
  errors: { stones: { tooHeavy: { code: 9001, msg: '太重' } } },
  menus: [{ ...menu, needs: 'stones:list' }],
  entities: { pebble: 'stone' },
  automatic: { 'stone.weathered': 'stones' },
} satisfies Feature
const words = { stones: '石头', 'pebble.updated': '修改石头' }

describe('a catalogue', () => {
  const catalogue = createCatalogue([feature], words)
  it('finds endpoints by their address in wire notation, and no others', () => {
    expect(catalogue.endpoints).toEqual([stones.list, stones.update])
    expect(catalogue.endpointAt({ method: 'PUT', path: '/api/stones/{id}/v1' })).toBe(stones.update)
    expect(catalogue.endpointAt({ method: 'DELETE', path: '/api/stones/{id}/v1' })).toBeUndefined()
  })
  it('has the errors of the kernel and of the features, the kernel’s first', () => {
    expect(Object.keys(catalogue.errorsByGroup)).toEqual(['kernel', 'stones'])
    expect(catalogue.everyError.at(-1)).toEqual(feature.errors.stones.tooHeavy)
  })
  it('names events and modules, and says what entity an event is about', () => {
    expect([catalogue.eventName('pebble.updated'), catalogue.eventName('toString')]).toEqual(['修改石头', '其他操作'])
    expect([catalogue.moduleName('stones'), catalogue.moduleName('sand')]).toEqual(['石头', '其他'])
    expect(['pebble.updated', 'portalPebble.updated', 'stone.weathered'].map(catalogue.entityOf)).toEqual([
      'stone',
      'stone',
      'stone',
    ])
    expect(catalogue.automaticEvents).toEqual({ 'stone.weathered': 'stones' })
  })
  it('knows the permissions that endpoints require, and throws for names of others', () => {
    expect([...catalogue.permissions]).toEqual(['stones:list', 'stones:edit'])
    expect(catalogue.declaredPermissions(['stones:edit'])).toEqual(['stones:edit'])
    expect(() => catalogue.declaredPermissions(['stones:list', 'stones:throw'])).toThrow('stones:throw')
  })
})

it('is not made of features that contradict each other', () => {
  expect(() => createCatalogue([feature, { ...feature, contracts: { more: stones } }], words)).toThrow(
    'GET /api/stones/v1 is declared by stones and stones',
  )
  const menus = [{ ...menu, needs: 'stones:throw' }]
  expect(() => createCatalogue([{ ...feature, menus }], words)).toThrow('stones:throw')
})
