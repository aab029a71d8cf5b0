import { EducationSection } from '@/features/education/education-section';
import { Hero } from '@/features/site/hero';
import { LaunchSection, PathSteps, SuccessStories } from '@/features/site/landing-sections';
import { useWalletState } from '@/features/wallet/wallet-store';

export function LandingRoute() {
  const wallet = useWalletState();
  return (
    <>
      <Hero />
      <PathSteps />
      <LaunchSection />
      <SuccessStories />
      <EducationSection wallet={wallet.status === 'connected' ? wallet.address : null} />
    </>
  );
}
