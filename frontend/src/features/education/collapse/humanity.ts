export const HUMANITY = {
  name: 'Everyone alive',
  people: 8_200_000_000,
  source: 'United Nations, World Population Prospects 2024',
};
