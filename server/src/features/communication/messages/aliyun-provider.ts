import { randomUUID } from 'node:crypto'
import type { Settings } from '../../system/base-parameters/index.ts'
import { acs3Authorization, acs3ContentHash, acs3Query } from './aliyun-signature.ts'
import { type Provider, ProviderProblem } from './provider.ts'
import { callSmsService, refuseMissingTemplate, smsEndpoint } from './sms-call.ts'

const publicHost = 'dysmsapi.aliyuncs.com'

/** SMS by Alibaba Cloud: SendSms, API version 2017-05-25. */
export const createAliyunProvider = (settings: Settings): Provider => ({
  name: 'aliyun',
  async send({ to, parameters, providerTemplate }) {
    refuseMissingTemplate(providerTemplate)
    const values = await settings.read()
    const url = smsEndpoint(values['sms.endpoint'], publicHost)
    const query = acs3Query({
      PhoneNumbers: to,
      SignName: values['sms.signName'],
      TemplateCode: providerTemplate,
      TemplateParam: JSON.stringify(Object.fromEntries(parameters)),
      RegionId: values['sms.region'] || 'cn-hangzhou',
    })
    const body = ''
    const headers = {
      host: url.host,
      'x-acs-action': 'SendSms',
      'x-acs-content-sha256': acs3ContentHash(body),
      'x-acs-date': new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
      'x-acs-signature-nonce': randomUUID(),
      'x-acs-version': '2017-05-25',
    }
    const key = { id: values['sms.accessKeyId'], secret: await settings.secret('sms.accessKeySecret') }
    const authorization = acs3Authorization({ method: 'POST', path: url.pathname, query, headers, body }, key)
    url.search = query
    const answer = await callSmsService(url, { ...headers, authorization }, body)
    if (answer.Code !== 'OK') throw new ProviderProblem(`${answer.Code} ${answer.Message}`)
    return String(answer.BizId)
  },
})
