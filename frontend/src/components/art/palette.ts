export const PALETTE = {
  night: '#0b0a12',
  sand: '#f4ead8',
  stone: '#b9ad9a',
  gold: '#e8b84b',
  'gold-bright': '#f8d98a',
  'gold-deep': '#8a6420',
  ember: '#ff9a7d',
} as const;
