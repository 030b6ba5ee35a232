import { expect, it } from 'vitest'
import { agentName } from './agent-name.ts'

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
    'Chrome 141 · Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0', 'Edge 141 · Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15', 'Safari 26 · macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari 18 · iOS'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', '未知设备'],
])('%s', (agent, name) => expect(agentName(agent)).toBe(name))
