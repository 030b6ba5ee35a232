import { t } from '@atrium/contract/kernel/texts.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { type Provider, ProviderProblem } from './provider.ts'
import { callSmsService, refuseMissingTemplate, smsEndpoint } from './sms-call.ts'
import { tc3Authorization } from './tencent-signature.ts'

const publicHost = 'sms.tencentcloudapi.com'
const publicErrors = '+86'

type Complaint = { Code: string; Message: string }
type Answer = { Error?: Complaint; SendStatusSet?: (Complaint & { SerialNo: string })[] }

/** SMS by Tencent Cloud: SendSms, API version 2021-01-11. */
export const createTencentProvider = (settings: Settings): Provider => ({
  name: 'tencent',
  async send({ to, parameters, providerTemplate }) {
    refuseMissingTemplate(providerTemplate)
    const values = await settings.read()
    const url = smsEndpoint(values['sms.endpoint'], publicHost)
    const body = JSON.stringify({
      PhoneNumberSet: [publicErrors + to],
      SmsSdkAppId: values['sms.sdkAppId'],
      SignName: values['sms.signName'],
      TemplateId: providerTemplate,
      TemplateParamSet: parameters.map(([, value]) => value),
    })
    const timestamp = Math.floor(Date.now() / 1000)
    const signed = { 'content-type': 'application/json; charset=utf-8', host: url.host, 'x-tc-action': 'SendSms' }
    const key = { id: values['sms.accessKeyId'], secret: await settings.secret('sms.accessKeySecret') }
    const authorization = tc3Authorization(
      { service: 'sms', path: url.pathname, headers: signed, body, timestamp },
      key,
    )
    const headers = {
      ...signed,
      'x-tc-version': '2021-01-11',
      'x-tc-region': values['sms.region'] || 'ap-guangzhou',
      'x-tc-timestamp': String(timestamp),
      authorization,
    }
    const { Error: refused, SendStatusSet } = ((await callSmsService(url, headers, body)).Response ?? {}) as Answer
    const status = SendStatusSet?.[0]
    if (!refused && status?.Code === 'Ok') return status.SerialNo
    const { Code, Message } = refused ?? status ?? { Code: '', Message: t('无法识别短信服务商的响应') }
    throw new ProviderProblem(`${Code} ${Message}`.trim())
  },
})
