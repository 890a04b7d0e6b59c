/** Made-up secrets, put together here so that no scanner takes this file for a leak. None was ever valid. */
const join = (...parts: string[]): string => parts.join('')

export const planted: Readonly<Record<string, string>> = {
  'API key': join('sk', '-ant-api03-', 'Ab3dEfGh1jKlMn0pQrStUvWxYz-_AbCdEf'),
  'GitHub token': join('ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'),
  'GitLab token': join('glpat', '-', 'xY12-abcdEFGH_3456'),
  'npm token': join('npm', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'),
  'AWS key id': join('AKIA', 'IOSFODNN7EXAMPLE'),
  'Google key': join('AIza', 'SyA1234567890abcdefghijklmnopqrstuv'),
  'Slack token': join('xox', 'b-123456789012-1234567890123-AbCdEf'),
  'Stripe key': join('sk', '_live_', '4eC39HqLyjWDarjtT1zdp7dc'),
  'Hugging Face token': join('hf', '_', 'abcdefghijklmnopqrstuvwxyzABCDEFGH'),
  'JSON web token': join(
    'eyJ',
    'hbGciOiJIUzI1NiJ9',
    '.eyJ',
    'zdWIiOiIxMjM0NTY3ODkwIn0',
    '.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P',
  ),
  'private key': join(
    '-----BEGIN RSA PRIV',
    'ATE KEY-----\n',
    'MIIEpAIBAAKCAQEA7bq0\nq2Jf3l0sR8v5\n',
    '-----END RSA PRIV',
    'ATE KEY-----',
  ),
  'authorization header': 'Authorization: Bearer 0123456789abcdef',
}

export const plantedMore: readonly string[] = [
  join('github', '_pat_', '11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz'),
  join('gho', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'),
  join('sk', '-', 'abcdefghijklmnopqrstuvwxyz'),
  join('sk', '-proj-', 'a1B2c3D4e5F6g7H8i9J0'),
  join('ASIA', 'IOSFODNN7EXAMPLE'),
  join('xapp', '-1-A0123456789-0123456789'),
]

/** What looks random but is no secret, and words that only resemble one. */
export const harmless: readonly string[] = [
  'd41d8cd98f00b204e9800998ecf8427e',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '4f1c2e9',
  '123e4567-e89b-12d3-a456-426614174000',
  'sha512-oLDq3jw7AcLqKWH2AhCpVTZl8mf6X2YReP+Neh0SJUzV/BdZYjth94tG5toiMB1PPrYtxOCfaoUCkvtuH+3AJA==',
  'task-1234567890abcdefghij',
  'risk-averse-and-very-long-words-only',
  'sk-cube-grid sk-folding-cube',
  'npm_config_registry_and_other_long_names_here',
  'eyJub3QgYSB0b2tlbiI6MX0',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  'http://localhost:3000/@scope/package',
  'git@github.com:org/project.git',
  'AKIAIOSFODNN7EXAMPLEABCDEF is longer than a key id',
  'MSG.aLongNameOfSomething.anotherLongNameOfSomething',
  'disk_test_abcdefghijklmnopqrstuvwxyz',
  '-----BEGIN CERTIFICATE-----',
]
