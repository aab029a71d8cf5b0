import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/dom';

// In ms. The default of 1 s is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
