import { describe, expect, it } from 'vitest'
import { isKnownPassword } from './known-passwords.ts'

describe('a well-known password', () => {
  it.each([
    ['as it is listed', 'qwertyuiop'],
    ['in capitals', 'BaseBall'],
    ['with a digit and a sign at its end', 'Password1!'],
    ['with the usual substitutions', 'P@ssw0rd123!'],
    ['with a year', 'Qwerty#2024'],
    ['with an i for which a 1 stands', 'M1chael#99'],
    ['with an l for which a 1 stands', 'Footba1l#99'],
    ['with signs between its characters', 'a-b-c-1-2-3'],
    ['of one character', 'aaaaaaaa'],
    ['of one character, decorated', 'Aaaaaaa1!'],
    ['of digits in their order', '23456789'],
    ['of letters in their order', 'abcdefgh'],
    ['of letters backwards', 'Hgfedcba!1'],
  ])('is recognised %s', async (_, password) => {
    expect(await isKnownPassword(password)).toBe(true)
  })

  it.each([
    'Admin#2026x',
    'Weak#Reader1',
    'Fresh#Pass99',
    'Strong#Pass1',
    'Quiet#River42',
    'correct horse battery',
    '春眠不觉晓处处闻啼鸟',
  ])('is not %s', async (password) => {
    expect(await isKnownPassword(password)).toBe(false)
  })
})
