import { describe, expect, it } from 'vitest'
import { tc3Authorization } from './tencent-signature.ts'

// Worked example of Tencent Cloud's documentation, "签名方法 v3": DescribeInstances of the service cvm. The body is signed
// with its escapes as written.
const body = String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`
const signed = { 'content-type': 'application/json; charset=utf-8', host: 'cvm.tencentcloudapi.com' }
const request = { service: 'cvm', path: '/', body, timestamp: 1551113065 }

describe('signs the published example', () => {
  it('with the key of the earlier edition', () => {
    const key = { id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', secret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' }
    expect(tc3Authorization({ ...request, headers: signed }, key)).toBe(
      'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
    )
  })
  it('with the signed action header and masked key of the current edition', () => {
    const key = { id: `AKID${'*'.repeat(32)}`, secret: '*'.repeat(32) }
    const headers = { 'x-tc-action': 'DescribeInstances', ...signed }
    expect(tc3Authorization({ ...request, headers }, key)).toContain(
      'SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
    )
  })
})
