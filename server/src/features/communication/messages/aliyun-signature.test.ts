import { expect, it } from 'vitest'
import { acs3Authorization, acs3ContentHash, acs3Query } from './aliyun-signature.ts'

// Worked example of Alibaba Cloud's documentation, "V3 版本请求体&签名机制": RunInstances with fixed parameters.
const key = { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' }
const query = acs3Query({
  RegionId: 'cn-shanghai',
  ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
})
const headers = {
  'x-acs-version': '2014-05-26',
  host: 'ecs.cn-shanghai.aliyuncs.com',
  'x-acs-action': 'RunInstances',
  'x-acs-date': '2023-10-26T10:22:32Z',
  'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
  'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
}

it('signs the published example as published', () => {
  expect(acs3Authorization({ method: 'POST', path: '/', query, headers, body: '' }, key)).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
  expect(acs3ContentHash('')).toBe(headers['x-acs-content-sha256'])
})
it('encodes characters reserved by RFC 3986 and sorts by name', () => {
  expect(acs3Query({ b: `{"code":"1 2"}`, a: "短信!'()*~+" })).toBe(
    'a=%E7%9F%AD%E4%BF%A1%21%27%28%29%2A~%2B&b=%7B%22code%22%3A%221%202%22%7D',
  )
})
